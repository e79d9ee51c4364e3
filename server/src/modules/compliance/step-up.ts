/** Texts of the step-up confirmation before an officer's decision. */
import type { compliance } from '@tunjo/contract/compliance'
import type { StepUpDescriptions } from '../../platform/http/guards/step-up.ts'
import { excerpt } from '../../platform/visible-text.ts'
import type { Identity } from '../identity/index.ts'

export function complianceStepUp(identity: Pick<Identity, 'person'>): StepUpDescriptions<typeof compliance> {
  const documents = (count: number) => [{ label: 'Documentos', value: String(count) }]
  return {
    acceptDocuments: async ({ body }) => ({ title: 'Verificar documentos', details: documents(body.idUserDocument.length) }),
    declineDocuments: async ({ body }) => ({
      title: 'Declinar documentos',
      details: [...documents(body.idUserDocument.length), { label: 'Descripción', value: excerpt(body.description) }],
    }),
    async changeLevel({ body }) {
      const person = await identity.person(body.userId).catch(() => null)
      const details = [
        { label: 'Usuario', value: person?.email ?? body.userId },
        { label: 'Nivel nuevo', value: String(body.newKYCLevel) },
        { label: 'Motivo', value: excerpt(body.reason) },
        ...(body.withoutCheck ? [{ label: 'Consulta de antecedentes', value: 'Se otorga sin su respuesta completa' }] : []),
      ]
      return { title: 'Cambiar el nivel de un usuario', details }
    },
  }
}
