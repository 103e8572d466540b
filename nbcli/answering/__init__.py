"""Records in, answers out.

`answers` are the answers to texts and their forms, `answering` what gives them and lines as they come, `whole` whole
texts and mails, `files` tables and all other forms that training reads.
"""
