# What `make demo` shows: each line after a $ is a command as a user would type it.
set -eu
show() { printf '\n$ %s\n' "$1"; sh -c "$1" 2>&1; }
show 'nb compare data/mail-zh --tokenizer words'
show 'nb train data/mail-zh --name demo'
show 'echo 公司代开各类发票，点数优惠，欢迎来电 | nb predict --name demo --proba'
show 'echo 妈，周末我回家吃饭，想喝你炖的排骨汤 | nb predict --name demo --proba'
show 'python tests/iris.py | nb compare - --format csv --label-column species --cv 10'
show 'nb export demo .store/demo.html'
