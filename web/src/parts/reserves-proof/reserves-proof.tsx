/** 'Prueba de reservas'; code and phrases are loaded after the page. */
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

export const ReservesProofCard = lazyComponent(bring, { isOptional: true })

async function bring() {
  const [{ ReservesProofContent }] = await Promise.all([import('./reserves-proof-content.tsx'), loadPhrases(['wallets'])])
  return ReservesProofContent
}
