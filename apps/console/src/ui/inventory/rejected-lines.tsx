import { Table } from "@mantine/core";
import classes from "./preview-lines.module.css";
import { texts } from "./texts.ts";

const words = texts.rejected;

interface RejectedLinesProps {
  lines: { line: number; message: string; value: string | null }[];
  isOld?: boolean;
}

/** Rejected lines of a file with their reasons. */
export function RejectedLines({ lines, isOld }: RejectedLinesProps) {
  return (
    <div className={classes.frame}>
      <Table verticalSpacing={6} horizontalSpacing="sm" fz="sm" aria-busy={isOld}>
        <caption className={classes.caption}>{words.title}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.line}</Table.Th>
            <Table.Th scope="col">{words.problem}</Table.Th>
            <Table.Th scope="col">{words.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ line, message, value }) => (
            <Table.Tr key={line}>
              <Table.Th scope="row" className={classes.number}>
                {line}
              </Table.Th>
              <Table.Td>{message}</Table.Td>
              <Table.Td className={classes.value}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
