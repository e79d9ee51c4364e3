/** The hash of a transaction in a table of officers, as a link to its page in the explorer. */
import { Anchor } from '@mantine/core'
import { shorten } from '../ui/hash.tsx'

export const TransactionLink = ({ hash }: { hash: string }) => (
  <Anchor href={`/explorer/tx/${hash}`} size="xs" title={hash} translate="no">
    {shorten(hash)}
  </Anchor>
)
