"""Lists the posts of a Pelican site as JSON Feed. Its configuration runs; plugins and themes do not."""

import json
import os
import sys

from pelican.generators import ArticlesGenerator
from pelican.settings import read_settings

root = os.path.abspath(sys.argv[1])
os.chdir(root)
sys.path.insert(0, root)
override = {"PLUGINS": [], "PLUGIN_PATHS": [], "THEME": root, "OUTPUT_PATH": "none", "CACHE_CONTENT": False, "LOAD_CONTENT_CACHE": False}
text = open("pelicanconf.py").read()
# Without PATH, sites name the folder on the command line: pelican content.
if "\nPATH" not in text and "ARTICLE_PATHS" not in text and os.path.isdir("content"):
    override["PATH"] = "content"
settings = read_settings("pelicanconf.py", override=override)
context = {**settings, "generated_content": {}, "static_links": set(), "static_content": {}, "localsiteurl": ""}
generator = ArticlesGenerator(context=context, settings=settings, path=settings["PATH"], theme=root, output_path="none")
generator.generate_context()
items = [
    {"url": f"https://old.example/{post.url}", "title": str(post.title), "date_published": post.date.strftime("%Y-%m-%dT%H:%M:%SZ")}
    for post in [*generator.articles, *generator.translations]
]
print(json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "posts", "items": items}, indent=1))
