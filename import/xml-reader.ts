import sax from "sax";
import { ImportError } from "./import-error.ts";

export interface XmlFormat {
  /** The file's name in messages. */
  readonly shown: string;
  /** Name of the system for people. */
  readonly system: string;
  /** Name of the first element. */
  readonly root: string;
  /** Nesting depth of elements. */
  readonly depthMax: number;
  /** How to get a complete export. */
  readonly again: string;
}

export interface XmlHandlers {
  /** Called when an element begins; it is the last one of the stack. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Called when the last element of the stack ends. */
  close(name: string): void;
  text(text: string): void;
}

/** Reads XML in pieces. Refuses custom entities (DOCTYPE), and too deeply nested elements. */
export class XmlReader {
  /** Names of the open elements, the root first. */
  readonly stack: string[] = [];
  readonly #parser = sax.parser(true, { position: true });
  readonly #format: XmlFormat;
  #hasRoot = false;

  constructor(format: XmlFormat, handlers: XmlHandlers) {
    const { system, root, depthMax, again } = format;
    const { stack } = this;
    const parser = this.#parser;
    this.#format = format;
    parser.onerror = (cause) => {
      throw this.#malformed(cause);
    };
    parser.ondoctype = () => {
      throw this.mistake(`a DOCTYPE, which no export of ${system} has`, "an export with entities of its own is not read; export it again");
    };
    parser.onprocessinginstruction = ({ name, body }) => {
      const encoding = /encoding\s*=\s*["']([^"']+)/i.exec(body)?.[1];
      if (name === "xml" && encoding !== undefined && !/^utf-?8$/i.test(encoding))
        throw this.mistake(`the export says that it is in ${encoding}`, 'save it in UTF-8, and write encoding="UTF-8" in its first line');
    };
    parser.onopentag = (tag) => {
      if (stack.length === 0 && tag.name !== root)
        throw this.mistake(`the first element is <${tag.name}>, that of an export is <${root}>`, again);
      this.#hasRoot = true;
      stack.push(tag.name);
      if (stack.length > depthMax) throw this.mistake(`more than ${depthMax} elements in each other`, again);
      handlers.open(tag.name, tag.attributes as Readonly<Record<string, string>>);
    };
    parser.onclosetag = (name) => {
      handlers.close(name);
      stack.pop();
    };
    parser.ontext = handlers.text;
    parser.oncdata = handlers.text;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  /** @throws ImportError if the document ends too early */
  end(): void {
    const open = this.stack.at(-1);
    if (open !== undefined) throw this.mistake(`the export ends within <${open}>`, this.#format.again);
    this.#parser.close();
    if (!this.#hasRoot) throw this.mistake("the file is empty, or holds no XML", this.#format.again);
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
