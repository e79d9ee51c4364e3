/** Transaction hash in an officers' table, as a link to its page in the explorer. */
import { Anchor } from '@mantine/core'
import { shorten } from '../ui/hash.tsx'

export const TransactionLink = ({ hash }: { hash: string }) => (
  <Anchor href={`/explorer/tx/${hash}`} size="xs" title={hash} translate="no">
    {shorten(hash)}
  </Anchor>
)
