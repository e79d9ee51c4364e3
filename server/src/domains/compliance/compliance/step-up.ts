/** Texts of the step-up confirmation before an officer's decision. */

import type { compliance } from '@tunjo/contract/compliance'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/phrases/visible-text.ts'
import type { Identity } from '../../customers/identity/index.ts'
import type { ApprovalWords } from './approval-words.es.ts'
import { APPROVAL_WORDS } from './approval-words.ts'

export function complianceStepUp(identity: Pick<Identity, 'person'>): StepUpDescriptions<typeof compliance> {
  const documents = ({ documents: label }: ApprovalWords['documents'], count: number) => [{ label, value: String(count) }]
  return {
    async acceptDocuments({ body, locale }) {
      const words = APPROVAL_WORDS[locale].documents
      return { title: words.accept, details: documents(words, body.idUserDocument.length) }
    },
    async declineDocuments({ body, locale }) {
      const words = APPROVAL_WORDS[locale].documents
      const description = { label: words.description, value: excerpt(body.description) }
      return { title: words.decline, details: [...documents(words, body.idUserDocument.length), description] }
    },
    async changeLevel({ body, locale }) {
      const { user, reason, check, level } = APPROVAL_WORDS[locale]
      const person = await identity.person(body.userId).catch(() => null)
      const details = [
        { label: user, value: person?.email ?? body.userId },
        { label: level.newLevel, value: String(body.newKYCLevel) },
        { label: reason, value: excerpt(body.reason) },
        ...(body.withoutCheck ? [{ label: check, value: level.withoutFullAnswer }] : []),
      ]
      return { title: level.title, details }
    },
  }
}
