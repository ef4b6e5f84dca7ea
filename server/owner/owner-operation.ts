import { z } from "zod";
import { NO_NOTICES, type NoticeConfig } from "../notices/notice-config.ts";
import type { StoreHost } from "../store/engine/store-host.ts";
import type { Store } from "../store/store.ts";
import { HintedError } from "../text/hinted-error.ts";
import type { KeyScope } from "./key-scopes.ts";

/** `owner`: only for the owner in person, at this machine or signed in. No key has it. */
export type OwnerScope = KeyScope | "owner";

export interface OwnerContext {
  readonly store: Store;
  /** The parts of the engine outside the database. */
  readonly host: StoreHost;
  /** The notice channels. A command that works on a file has none. */
  readonly notices: NoticeConfig;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

export interface OwnerParts extends Omit<OwnerContext, "notices"> {
  /** Default: operations send no notice. */
  readonly notices?: NoticeConfig;
}

/** The context of operations that a server runs. */
export function toOwnerContext({ store, host, clock, random, notices = NO_NOTICES }: OwnerParts): OwnerContext {
  return { store, host, clock, random, notices };
}

interface Described<Input extends z.ZodType> {
  /** Stable; used in paths and keys. */
  readonly name: string;
  readonly scope: OwnerScope;
  /** For the OpenAPI document, without a full stop. */
  readonly about: string;
  readonly input: Input;
  /** The maximum size of a request's body, in bytes. Default: 1 MiB. */
  readonly bodyMaxBytes?: number;
}

/**
 * An action of the owner, available to every front end. Input is plain text. The operation itself
 * produces HTML and hashes, so no caller can store its own.
 */
export interface OwnerOperation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> extends Described<Input> {
  readonly output: Output;
  run(context: OwnerContext, input: z.output<Input>): Promise<z.output<Output>>;
}

/** An operation that answers with many rows, sent as NDJSON. */
export interface OwnerExport<Input extends z.ZodType = z.ZodType, Row extends z.ZodType = z.ZodType> extends Described<Input> {
  readonly row: Row;
  rows(context: OwnerContext, input: z.output<Input>): AsyncIterable<z.output<Row>>;
}

/** An operation that answers with a file. */
export interface OwnerDownload<Input extends z.ZodType = z.ZodType> extends Described<Input> {
  /** @param target a new file, absolute, in a folder that only the owner can read */
  write(context: OwnerContext, input: z.output<Input>, target: string): Promise<void>;
  /** Called after a client has received the whole file. Default: nothing. */
  sent?(context: OwnerContext, target: string): void;
}

export type AnyOperation = OwnerOperation | OwnerExport | OwnerDownload;

/** Calls operations, in this process or on a server elsewhere. */
export interface Owner {
  /** @throws OwnerError */
  <Input extends z.ZodType, Output extends z.ZodType>(
    operation: OwnerOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>;
  /** @throws OwnerError, even after some rows */
  rows<Input extends z.ZodType, Row extends z.ZodType>(
    operation: OwnerExport<Input, Row>,
    input: z.input<Input>,
  ): AsyncIterable<z.output<Row>>;
  /**
   * Writes the complete, verified file, or throws OwnerError.
   * @param target a new file, absolute
   */
  download<Input extends z.ZodType>(operation: OwnerDownload<Input>, input: z.input<Input>, target: string): Promise<void>;
}

/** An operation that cannot be carried out. `hint` says what to do instead. */
export class OwnerError extends HintedError {
  override readonly name = "OwnerError";
}

/** The error of an operation that needs the file of the database. */
export function noFile(name: string): OwnerError {
  return new OwnerError(`${name} cannot be done: this site's database is not a file`, "copy it with `octavo db pull`");
}

/** Infers an operation's types from its schemas. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: OwnerOperation<Input, Output>,
): OwnerOperation<Input, Output> {
  return operation;
}

export function defineExport<Input extends z.ZodType, Row extends z.ZodType>(operation: OwnerExport<Input, Row>): OwnerExport<Input, Row> {
  return operation;
}

export function defineDownload<Input extends z.ZodType>(operation: OwnerDownload<Input>): OwnerDownload<Input> {
  return operation;
}

/** A call throws OwnerError before doing anything if its input is invalid. */
export function createOwner(context: OwnerContext): Owner {
  const call = async <Input extends z.ZodType, Output extends z.ZodType>(
    { name, input: schema, run }: OwnerOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> => run(context, parseInput(name, schema, input));
  return Object.assign(call, {
    rows: <Input extends z.ZodType, Row extends z.ZodType>({ name, input: schema, rows }: OwnerExport<Input, Row>, input: z.input<Input>) =>
      rows(context, parseInput(name, schema, input)),
    download: async <Input extends z.ZodType>(
      { name, input: schema, write }: OwnerDownload<Input>,
      input: z.input<Input>,
      target: string,
    ): Promise<void> => write(context, parseInput(name, schema, input), target),
  });
}

function parseInput<Input extends z.ZodType>(name: string, schema: Input, input: unknown): z.output<Input> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new OwnerError(`${name} cannot be done`, z.prettifyError(parsed.error).replaceAll("\n", " "));
  return parsed.data;
}
