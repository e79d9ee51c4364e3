/** Numbers for alarms: requests about personal data whose term is over. docs/operations.md says when they are red. */
import type { Figures } from '../../platform/figures.ts'
import { countOpen } from './request-store.ts'
import type { PrivacyContext } from './types.ts'

export const privacyFigures = ({ db, clock }: Pick<PrivacyContext, 'db' | 'clock'>): Figures => ({
  name: 'privacy',
  help: 'Requests about personal data that wait for an answer, and those whose term by the law is over',
  read: async () => ({ ...(await countOpen(db, clock.now())) }),
})
