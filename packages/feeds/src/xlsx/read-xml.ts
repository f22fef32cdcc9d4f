import { SaxesParser } from "saxes";
import { brokenZip, textTooLong } from "../feed-error.ts";
import { LONGEST_RECORD } from "../lines/feed-line.ts";

const DEEPEST = 100;

/** Receives the tags of an XML text. Names have no prefix. */
export interface XmlSink {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Reads XML in pieces. After each piece the sink has its content. Memory is bounded. @throws UnrecognisedFeed, PayloadTooLarge */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, sink: XmlSink): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  /** Bytes since the end of the last complete token. The parser keeps incomplete tokens in memory. */
  let kept = 0;
  const isWhole = (): void => {
    kept = 0;
  };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    isWhole();
    depth++;
    if (depth > DEEPEST) throw new Error("its tags are nested too deep");
    sink.open?.(localName(name), attributes);
  });
  const takeText = (text: string): void => {
    isWhole();
    sink.text?.(text);
  };
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("comment", isWhole);
  parser.on("processinginstruction", isWhole);
  parser.on("closetag", ({ name }) => {
    isWhole();
    depth--;
    sink.close?.(localName(name));
  });
  try {
    for await (const piece of pieces) {
      kept += piece.length;
      if (kept > LONGEST_RECORD) throw textTooLong(LONGEST_RECORD);
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw brokenZip(error);
  }
}
