# What `make demo` shows: each line after a $ is a command as a user would type it.
set -eu
show() { printf '\n$ %s\n' "$1"; sh -c "$1"; }
show 'nb compare data/mail-zh --tokenizer words'
show 'nb train data/mail-zh --name demo'
show 'echo 公司代开发票，点数优惠，欢迎来电 | nb predict --name demo --proba'
show 'echo 明天下午的会议改到三点，记得带上论文初稿 | nb predict --name demo --proba'
