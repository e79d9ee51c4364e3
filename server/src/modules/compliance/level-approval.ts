/** Change of level as an approval kind (ADM-11): level 3 and every lower level need a second officer, the rest is done at once. */
import * as z from 'zod'
import type { ApprovalKind } from '../../platform/approvals/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Kyc, LevelStatus } from '../kyc/index.ts'
import { needsSecondOfficer } from './rules.ts'

export const LEVEL_APPROVAL = 'kyc.level'
const Params = z.object({ accountId: z.uuid(), newLevel: z.int() })
type Params = z.output<typeof Params>
const Facts = z.object({ verified: z.object({ before: z.int(), after: z.int() }) })

interface Dependencies {
  readonly kyc: Pick<Kyc, 'levelFacts' | 'changeLevel'>
  readonly identity: Pick<Identity, 'person'>
}

export const levelApproval = ({ kyc, identity }: Dependencies): ApprovalKind<Params, LevelStatus> => ({
  permission: 'kyc.level',
  parse: (params) => Params.parse(params),
  target: ({ accountId }) => accountId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { personType, currentLevel, isVerified, items, verified } = await kyc.levelFacts(tx, params)
    return { personType, currentLevel, isVerified, items, verified: { ...verified } }
  },
  isNeeded: (_params, facts) => needsSecondOfficer(Facts.parse(facts).verified),
  execute(tx, { accountId, newLevel }, { makerId, reason, actor, requestId, checkerId }) {
    const approval = requestId ? { approvalRequestId: requestId, makerId, checkerId } : null
    return kyc.changeLevel(tx, { accountId, newLevel, reason, actor, ...(approval ? { approval } : {}) })
  },
  async describe(connection, { accountId, newLevel }) {
    const person = await identity.person(accountId, connection)
    const details = [
      { label: 'Usuario', value: person?.email ?? accountId },
      { label: 'Nivel nuevo', value: String(newLevel) },
    ]
    return { title: 'Cambiar el nivel de un usuario', details }
  },
})
