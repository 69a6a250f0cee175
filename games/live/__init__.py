"""The live connection: commands come in, new versions go out.

consumer.py reads what a page sends, commands.py does it through the services, publishing.py tells
of the new version, hub.py and rooms.py bring it to every page of this process, table_views.py says
what each of them shows. executor.py holds the threads for the database, keeper.py makes the moves
nobody sends.
"""
