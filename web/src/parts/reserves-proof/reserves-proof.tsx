/** 'Prueba de reservas'; code and phrases come after the page, which does not wait for them. */
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

export const ReservesProofCard = lazyComponent(bring, { isOptional: true })

async function bring() {
  const [{ ReservesProofContent }] = await Promise.all([import('./reserves-proof-content.tsx'), loadPhrases(['wallets'])])
  return ReservesProofContent
}
