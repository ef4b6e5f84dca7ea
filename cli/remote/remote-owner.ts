import type { z } from "zod";
import { describeVersions } from "../../server/owner/http/versions.ts";
import type { Owner, OwnerDownload, OwnerExport, OwnerOperation } from "../../server/owner/owner-operation.ts";
import { CliError } from "../io.ts";
import { createOwnerChannel, FILE_MAX_MS, type OwnerChannel, type OwnerChannelOptions } from "./owner-channel.ts";
import { saveDownload } from "./save-download.ts";

/** Calls operations on another server, with `POST <site>/owner/v1/{operation}`. */
export function createRemoteOwner(options: OwnerChannelOptions): Owner {
  const channel = createOwnerChannel(options);
  const call = async <Input extends z.ZodType, Output extends z.ZodType>(
    { name, output }: OwnerOperation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> => {
    const response = await channel.post(name, input);
    return readValue(output, await channel.read(response.json()), channel.serverOf(response));
  };
  return Object.assign(call, {
    rows: <Input extends z.ZodType, Row extends z.ZodType>(operation: OwnerExport<Input, Row>, input: z.input<Input>) =>
      readRows(channel, operation, input),
    download: async <Input extends z.ZodType>({ name }: OwnerDownload<Input>, input: z.input<Input>, target: string): Promise<void> =>
      saveDownload(await channel.post(name, input, FILE_MAX_MS), target, channel),
  });

  function readValue<Output extends z.ZodType>(schema: Output, value: unknown, server: string): z.output<Output> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new CliError("the server's answer does not have the form that this command expects", {
      hint: describeVersions(options.version, server),
      cause: parsed.error,
    });
  }

  async function* readRows<Input extends z.ZodType, Row extends z.ZodType>(
    { post, read, serverOf }: OwnerChannel,
    { name, row }: OwnerExport<Input, Row>,
    input: z.input<Input>,
  ): AsyncGenerator<z.output<Row>> {
    const response = await post(name, input);
    const server = serverOf(response);
    const lines = splitLines(response.body ?? new ReadableStream<Uint8Array>())[Symbol.asyncIterator]();
    for (;;) {
      const next = await read(lines.next());
      if (next.done === true) return;
      yield readValue(row, await read(Promise.resolve().then(() => JSON.parse(next.value))), server);
    }
  }
}

/** Splits UTF-8 text into lines without their line breaks. A last line without one counts too. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
