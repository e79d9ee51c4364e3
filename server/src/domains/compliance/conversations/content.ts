/** Content of messages, sealed with the key of the customer whom they are about. */
import * as z from 'zod'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Files } from '../../../platform/files/index.ts'

const Content = z.object({
  text: z.string().nullable().default(null),
  /** The reason that may be disclosed. */
  reason: z.string().nullable().default(null),
  /** Amount of the movement, formatted for people. */
  amount: z.string().nullable().default(null),
})
export type Content = z.output<typeof Content>
export const NOTHING: Content = { text: null, reason: null, amount: null }

const nameOf = (messageId: string): string => `conversations.message:${messageId}`

export async function sealContent(
  files: Pick<Files, 'sealerOf'>,
  tx: Transaction,
  { accountId, messageId, content }: { accountId: string; messageId: string; content: Content },
): Promise<Buffer> {
  const sealer = await files.sealerOf(accountId, tx)
  return sealer.seal(nameOf(messageId), Buffer.from(JSON.stringify(content)))
}

export type OpenContent = (message: { id: string; sealed: Buffer }) => Content

/** After the key of a customer was destroyed no content is readable. */
export async function contentOpener(files: Pick<Files, 'openerOf'>, accountId: string): Promise<OpenContent> {
  const open = await files.openerOf(accountId)
  return ({ id, sealed }) => {
    const content = open?.(nameOf(id), sealed)
    return content ? Content.parse(JSON.parse(content.toString())) : NOTHING
  }
}
