# Lists the posts of a Jekyll site as JSON Feed. Posts are read; no plugin runs, and nothing is rendered.
require "jekyll"
require "json"

source = File.expand_path(ARGV.fetch(0))
options = { "source" => source, "config" => [File.join(source, "_config.yml")], "quiet" => true }
config = Jekyll.configuration(options).merge("plugins" => [], "theme" => nil, "safe" => true, "disable_disk_cache" => true)
Jekyll.logger.log_level = :error
site = Jekyll::Site.new(config)
site.reset
site.read
posts = site.posts.docs.select { |post| site.publisher.publish?(post) }
items = posts.map do |post|
  path = config["baseurl"].to_s.chomp("/") + post.url
  { url: "https://old.example#{path}", title: post.data["title"].to_s, date_published: post.date.getutc.strftime("%FT%TZ") }
end
puts JSON.pretty_generate(version: "https://jsonfeed.org/version/1.1", title: "posts", items: items)
