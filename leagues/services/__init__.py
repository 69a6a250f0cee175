"""The only writers of leagues.

Each function is one short transaction that locks its season; what has changed is announced on
commit.

A sheet is typed (drafts) at a table that was drawn (seats) or not (new_games), or read from a text
(sheet_import); then it is entered, confirmed, corrected or taken out (results). What it came to is
written to the seats (recording), read again (counting) and summed up (standings, ratings); what was
done stands in the history of the game (history).
"""
