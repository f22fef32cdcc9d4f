import { Kbd, Modal, Table, Text } from "@mantine/core";
import { texts } from "./texts.ts";

export function KeyList({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { title, list, scanner } = texts.keys;
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Table>
        <Table.Tbody>
          {list.map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="md">
        {scanner}
      </Text>
    </Modal>
  );
}
