"""Lists the posts of a Hugo site as JSON Feed, from `hugo list all`: the public pages of the section with most pages."""

import collections
import csv
import datetime
import json
import subprocess
import sys
import urllib.parse

listed = subprocess.run(["hugo", "list", "all"], cwd=sys.argv[1], check=True, capture_output=True, text=True).stdout
today = datetime.date.today().isoformat()
rows = [row for row in csv.DictReader(listed.splitlines()) if row["draft"] == "false" and row["date"][:10] <= today]


def section_of(row):
    return row["path"].split("/")[1]


fullest = collections.Counter(map(section_of, rows)).most_common(1)[0][0]
items = []
for row in rows:
    if section_of(row) != fullest:
        continue
    item = {"url": urllib.parse.urljoin("https://old.example/", row["permalink"]), "title": row["title"]}
    items.append(item if row["date"].startswith("0001") else {**item, "date_published": row["date"]})
print(json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "posts", "items": items}, indent=1, ensure_ascii=False))
