/** Lazy-loaded due diligence card with its phrases. */
import { loadPhrases } from '../../../../../i18n/index.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'

export const LazyDiligenceCard = lazyComponent(
  async () => (await Promise.all([import('./diligence-card.tsx'), loadPhrases(['due-diligence'])]))[0].DiligenceCard,
)
