import { vi } from "vitest";

/** The part of the DOM that the reader's views are made with. */
export class FakeNode {
  readonly attributes: Record<string, string> = {};
  readonly children: (FakeNode | string)[] = [];
  readonly style = { setProperty: (): void => undefined };
  readonly tag: string;

  constructor(tag = "") {
    this.tag = tag;
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  addEventListener(): void {
    // No test fires an event.
  }

  append(...children: (FakeNode | string)[]): void {
    this.children.push(...children);
  }

  /** Addresses of all links, in order. */
  links(): string[] {
    const { href } = this.attributes;
    const below = this.children.flatMap((child) => (typeof child === "string" ? [] : child.links()));
    return href === undefined ? below : [href, ...below];
  }

  /** Texts of the elements with a tag. */
  texts(tag: string): string[] {
    const below = this.children.flatMap((child) => (typeof child === "string" ? [] : child.texts(tag)));
    return this.tag === tag ? [this.text(), ...below] : below;
  }

  text(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.text())).join("");
  }
}

/** Puts them in the place of the browser's own. */
export function stubDocument(href: string, base: string): void {
  vi.stubGlobal("Node", FakeNode);
  vi.stubGlobal("location", { href });
  vi.stubGlobal("document", { documentElement: { dataset: { base } }, createElement: (tag: string) => new FakeNode(tag) });
}
