import sax from "sax";
import { readExportText } from "./export-text.ts";
import { ImportError } from "./import-error.ts";

export interface XmlFormat {
  /** The file's name in messages. */
  readonly shown: string;
  /** Name of the system for people. */
  readonly system: string;
  /** Name of the first element. */
  readonly root: string;
  /** Maximum nesting depth of elements. */
  readonly depthMax: number;
  /** How to get a complete export. */
  readonly again: string;
}

/**
 * Reads the records of an XML export in pieces, whatever its size. Refuses custom entities
 * (DOCTYPE), and too deeply nested elements.
 */
export abstract class XmlReader<T> {
  /** Names of the open elements, the root first. */
  protected readonly stack: string[] = [];
  /** Complete records that are not yet passed on. */
  protected readonly records: T[] = [];
  readonly #parser = sax.parser(true, { position: true });
  readonly #format: XmlFormat;
  #hasRoot = false;

  constructor(format: XmlFormat) {
    const { system, root, depthMax, again } = format;
    const { stack } = this;
    const parser = this.#parser;
    this.#format = format;
    parser.onerror = (cause) => {
      throw this.#malformed(cause);
    };
    parser.ondoctype = () => {
      throw this.mistake(
        `a DOCTYPE, which no export of ${system} has`,
        "an export with its own entities is not supported; export it again",
      );
    };
    parser.onprocessinginstruction = ({ name, body }) => {
      const encoding = /encoding\s*=\s*["']([^"']+)/i.exec(body)?.[1];
      if (name === "xml" && encoding !== undefined && !/^utf-?8$/i.test(encoding))
        throw this.mistake(
          `the export states that its encoding is ${encoding}`,
          'save it in UTF-8, and write encoding="UTF-8" in its first line',
        );
    };
    parser.onopentag = (tag) => {
      if (stack.length === 0 && tag.name !== root)
        throw this.mistake(`the first element is <${tag.name}>, but an export begins with <${root}>`, again);
      this.#hasRoot = true;
      stack.push(tag.name);
      if (stack.length > depthMax) throw this.mistake(`more than ${depthMax} nested elements`, again);
      this.open(tag.name, tag.attributes as Readonly<Record<string, string>>);
    };
    parser.onclosetag = (name) => {
      this.close(name);
      stack.pop();
    };
    parser.ontext = (text) => this.text(text);
    parser.oncdata = parser.ontext;
  }

  /** Called when an element begins. It is then the last one on the stack. */
  protected abstract open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Called when the last element on the stack ends. */
  protected abstract close(name: string): void;
  protected abstract text(text: string): void;

  /**
   * The records of a file, in order.
   * @throws ImportError with line and column
   */
  async *read(path: string): AsyncGenerator<T> {
    for await (const text of readExportText(path, this)) {
      this.#parser.write(text);
      yield* this.records.splice(0);
    }
    this.end();
    yield* this.records.splice(0);
  }

  /** @throws ImportError if the document ends too early */
  protected end(): void {
    const open = this.stack.at(-1);
    if (open !== undefined) throw this.mistake(`the export ends within <${open}>`, this.#format.again);
    this.#parser.close();
    if (!this.#hasRoot) throw this.mistake("the file is empty, or contains no XML", this.#format.again);
  }

  mistake(message: string, hint: string, options: ErrorOptions = {}): ImportError {
    const { line, column } = this.#parser;
    return new ImportError(`${this.#format.shown}:${line + 1}:${column + 1}: ${message}`, hint, options);
  }

  #malformed(cause: Error): ImportError {
    const [message = ""] = cause.message.split("\n");
    return this.mistake(`not well-formed: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, this.#format.again, { cause });
  }
}
