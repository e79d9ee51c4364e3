/** What an officer reads before approving a decision. */
import type { compliance } from '@tunjo/contract/compliance'
import type { StepUpDescriptions } from '../../platform/http/guards/step-up.ts'
import { tidyText } from '../../platform/visible-text.ts'
import type { Identity } from '../identity/index.ts'

const SHOWN_MAX = 240
/** The dialog is small; the approval is bound to all of it. */
const shortened = (text: string): string => {
  const letters = [...tidyText(text)]
  return letters.length > SHOWN_MAX ? `${letters.slice(0, SHOWN_MAX).join('')}…` : letters.join('')
}

export function complianceStepUp(identity: Pick<Identity, 'person'>): StepUpDescriptions<typeof compliance> {
  const documents = (count: number) => [{ label: 'Documentos', value: String(count) }]
  return {
    acceptDocuments: async ({ body }) => ({ title: 'Verificar documentos', details: documents(body.idUserDocument.length) }),
    declineDocuments: async ({ body }) => ({
      title: 'Declinar documentos',
      details: [...documents(body.idUserDocument.length), { label: 'Descripción', value: shortened(body.description) }],
    }),
    async changeLevel({ body }) {
      const person = await identity.person(body.userId).catch(() => null)
      const details = [
        { label: 'Usuario', value: person?.email ?? body.userId },
        { label: 'Nivel nuevo', value: String(body.newKYCLevel) },
        { label: 'Motivo', value: shortened(body.reason) },
      ]
      return { title: 'Cambiar el nivel de un usuario', details }
    },
  }
}
