/** Content of a suspicious transaction report, sealed with the key of its person (crypto-shredding). */
import { RosDraft, RosEvidence } from '@tunjo/contract/regulatory-ros'
import type * as z from 'zod'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/index.ts'

const Content = RosDraft.extend({ evidence: RosEvidence })
export type RosContent = z.output<typeof Content>
export const NOTHING_YET: RosContent = {
  narrative: '',
  urgency: 'normal',
  period: null,
  episodes: [],
  movements: [],
  involved: [],
  evidence: { episodes: [], movements: [] },
}

const contentName = (rosId: string, version: number): string => `regulatory.ros:${rosId}:${version}`
const remarkName = (remarkId: string): string => `regulatory.ros_remark:${remarkId}`

interface Saved {
  readonly rosId: string
  readonly version: number
  readonly accountId: string
  readonly content: RosContent
}
export async function sealContent(
  files: Pick<Files, 'sealerOf'>,
  connection: Connection,
  { rosId, version, accountId, content }: Saved,
): Promise<Buffer> {
  const { seal } = await files.sealerOf(accountId, connection)
  return seal(contentName(rosId, version), Buffer.from(JSON.stringify(content)))
}
interface Remark {
  readonly id: string
  readonly accountId: string
  readonly reason: string
}
export async function sealRemark(
  files: Pick<Files, 'sealerOf'>,
  connection: Connection,
  { id, accountId, reason }: Remark,
): Promise<Buffer> {
  const { seal } = await files.sealerOf(accountId, connection)
  return seal(remarkName(id), Buffer.from(reason))
}

/** Null for unreadable content: the key was destroyed. */
export interface ContentOpener {
  content(rosId: string, version: number, sealed: Buffer): RosContent | null
  remark(id: string, sealed: Buffer): string | null
}
export async function contentOpener(files: Pick<Files, 'openerOf'>, connection: Connection, accountId: string): Promise<ContentOpener> {
  const open = await files.openerOf(accountId, connection)
  return {
    content(rosId, version, sealed) {
      const text = open?.(contentName(rosId, version), sealed)
      return text ? Content.parse(JSON.parse(text.toString())) : null
    },
    remark: (id, sealed) => open?.(remarkName(id), sealed)?.toString() ?? null,
  }
}
