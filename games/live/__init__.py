"""The live connection: commands come in, new versions go out.

consumer.py is the socket of a page, commands.py executes what it sends through the services.
publishing.py announces the new version; its rooms, which hub.py opens, bring it to every page of
this process, as table_views.py has it described. subjects.py says what a room needs of a socket and
of what it shows. executor.py holds the threads for the database, announcer.py tells other
processes, keeper.py makes the moves of bots and of the clock.
"""
