import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makePicture } from "../../../build/pictures/make.ts";
import { PictureError } from "../../../build/pictures/picture-error.ts";
import { readSvg } from "../../../build/pictures/svg.ts";
import { privateJpeg, SECRET } from "./samples.ts";

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, attributes = 'viewBox="0 0 640 480"'): Buffer => Buffer.from(`<svg ${NS} ${attributes}>${content}</svg>`);

function refusal(bytes: Buffer): PictureError {
  try {
    readSvg(bytes);
  } catch (error) {
    if (error instanceof PictureError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

test("an SVG that is only a picture is published byte for byte, without the properties of pixel pictures", async () => {
  const source = svg(
    '<style>.a { fill: url(#g) }</style><linearGradient id="g"/><a href="https://other.example/"><rect class="a" width="9" height="9"/></a><use xlink:href="#g"/>',
  );
  const made = await makePicture(source, { widths: [480], quality: 78 });
  expect(made.original.content).toEqual(source);
  expect(made.original).toMatchObject({ width: 640, height: 480, mimeType: "image/svg+xml", file: "original.svg" });
  expect(made).toMatchObject({ variants: [], thumbhash: null, dominantColor: null, exif: null, takenAt: null });
});

describe("the size of an SVG", () => {
  test.each([
    ['viewBox="0 0 24 12"', 24, 12],
    ['viewBox="-5,-5 , 24.4 12.6"', 24, 13],
    ['viewBox="0 0 24 12" width="100%" height="100%"', 24, 12],
    ['viewBox="0 0 24 12" width="240" height="120px"', 240, 120],
    ['viewBox="0 0 24 12" width="48"', 48, 24],
    ['viewBox="0 0 24 12" height="1in"', 192, 96],
    ['width="10mm" height="1cm"', 38, 38],
    ['viewBox="0 0 0.2 0.1"', 1, 1],
  ])("of %s is %d × %d", (attributes, width, height) => {
    expect(readSvg(svg("", attributes))).toMatchObject({ width, height });
  });

  test.each([
    "",
    'width="100%" height="50%"',
    'viewBox="0 0 0 10"',
    'viewBox="0 0 x y"',
    'width="-3" height="4"',
  ])("must be stated if %j gives none", (attributes) => {
    const error = refusal(svg("", attributes));
    expect(error).toMatchObject({ code: "unsupported-picture", message: "is an SVG without a size" });
    expect(error.hint).toContain("viewBox");
  });
});

describe("content that could run, or load something else, is refused", () => {
  test.each([
    ["<script>alert(1)</script>", "<script>"],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>', "<x:script>"],
    ['<rect onclick="alert(1)"/>', "event handler (onclick)"],
    ['<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="data:text/html,x"/></foreignObject>', "<iframe>"],
    ['<foreignObject><form xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>', "<form>"],
    ['<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="https://other.example/a.png"/>', "outside itself"],
    ['<h:img xmlns:h="http://www.w3.org/1999/xhtml" srcset="https://other.example/a.png 2x"/>', "attribute srcset"],
    ['<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://other.example"/>', "<h:meta>"],
    ['<image href="https://other.example/a.png"/>', "outside itself"],
    ['<image xlink:href="//other.example/a.png"/>', "outside itself"],
    ['<image href="a.png"/>', "outside itself"],
    ['<use href="other.svg#x"/>', "outside itself"],
    ['<image href="data:image/svg+xml;base64,AAAA"/>', "outside itself"],
    ['<a href="javascript:alert(1)"><rect/></a>', "outside itself"],
    ['<a href="java&#x73;cript:alert(1)"><rect/></a>', "outside itself"],
    ['<a><set attributeName="href" to="javascript:alert(1)"/></a>', "animates href"],
    ['<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>', "animates xlink:href"],
    ['<rect fill="url(https://other.example/a.svg#x)"/>', "outside itself"],
    ["<rect style=\"fill: url( 'https://other.example/a.svg' )\"/>", "outside itself"],
    ["<style>@import 'https://other.example/a.css';</style>", "imports a style sheet"],
    ["<style><![CDATA[@import 'https://other.example/a.css';]]></style>", "imports a style sheet"],
    ["<style>.a { background: u\\72l(https://other.example/) }</style>", "escapes"],
    ['<style>.a { background: image-set("https://other.example/a.png" 1x) }</style>', "refers to pictures in its styles"],
  ])("%s", (content, said) => {
    const error = refusal(svg(content));
    expect(error.code).toBe("unsafe-svg");
    expect(error.message).toContain(said);
    expect(error.hint).toContain("plain SVG");
  });

  test("entities and style sheets outside the root", () => {
    const body = svg("").toString();
    expect(refusal(Buffer.from(`<!DOCTYPE svg [<!ENTITY x "y">]>${body}`))).toMatchObject({
      code: "unsafe-svg",
      message: "is an SVG that declares entities",
    });
    expect(refusal(Buffer.from(`<?xml-stylesheet href="https://other.example/a.css"?>${body}`)).code).toBe("unsafe-svg");
  });
});

test("the text that diagram editors lay out as HTML is kept", () => {
  const label =
    '<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml" style="color: red">Heap <b>1</b></div></foreignObject>';
  expect(readSvg(svg(label)).text).toContain(label);
});

describe("an editor's notes are removed", () => {
  test("metadata, comments and file paths, and only those", () => {
    const noted = `<?xml version="1.0"?><!-- ${SECRET} --><svg ${NS} xmlns:inkscape="i" inkscape:export-filename='/home/${SECRET}/a.png' viewBox="0 0 4 4"><metadata id="m"><r>${SECRET}<script/></r><!-- x --></metadata><title>Äpfel</title><rect width="4"/><!--${SECRET}--></svg>`;
    expect(readSvg(Buffer.from(noted)).text).toBe(
      `<?xml version="1.0"?><svg ${NS} xmlns:inkscape="i" viewBox="0 0 4 4"><title>Äpfel</title><rect width="4"/></svg>`,
    );
  });

  test("and so is the metadata of photographs inside it", async () => {
    const jpeg = await privateJpeg();
    const { text } = readSvg(svg(`<image href="data:image/jpeg;base64,${jpeg.toString("base64")}"/>`));
    const inside = Buffer.from(/base64,([^"]+)/.exec(text)?.[1] ?? "", "base64");
    expect(inside.includes(SECRET)).toBe(false);
    expect(await sharp(inside).metadata()).toMatchObject({ format: "jpeg", width: 64, height: 48 });
  });
});

test("a broken SVG, and one that is not UTF-8, are refused with the reason", () => {
  expect(refusal(Buffer.from(`<svg ${NS} viewBox="0 0 4 4"><g></svg>`)).code).toBe("damaged-picture");
  expect(refusal(Buffer.from(`<svg ${NS} viewBox="0 0 4 4"><g>`)).code).toBe("damaged-picture");
  expect(refusal(svg("<title>\xff</title>".replace("\xff", ""), 'viewBox="0 0 4 4" id="&nope;"')).code).toBe("damaged-picture");
  expect(refusal(Buffer.concat([svg(""), Buffer.of(0xff)]))).toMatchObject({ code: "unsupported-picture", hint: "save it as UTF-8" });
});
