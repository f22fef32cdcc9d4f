import { SaxesParser } from "saxes";
import { brokenXlsx, textTooLong } from "../feed-errors.ts";
import { LONGEST_RECORD } from "../line-rejection.ts";

const DEEPEST = 100;
const OPENS_TAG = 60;

/** What takes the tags of an XML text, by their names without prefix. */
export interface XmlSink {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Reads XML step by step: after each piece the sink has what it holds. Memory is bounded. @throws UnrecognisedFeed */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, sink: XmlSink): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  let sinceTag = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth++;
    if (depth > DEEPEST) throw new Error("its tags are nested too deep");
    sink.open?.(localName(name), attributes);
  });
  parser.on("text", (text) => sink.text?.(text));
  parser.on("cdata", (text) => sink.text?.(text));
  parser.on("closetag", ({ name }) => {
    depth--;
    sink.close?.(localName(name));
  });
  try {
    for await (const piece of pieces) {
      const tag = piece.lastIndexOf(OPENS_TAG);
      sinceTag = tag < 0 ? sinceTag + piece.length : piece.length - tag;
      if (sinceTag > LONGEST_RECORD) throw textTooLong(LONGEST_RECORD);
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw brokenXlsx(error);
  }
}
