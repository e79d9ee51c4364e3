/** 'Capital de la casa'; code and phrases come after the page, which does not wait for them. */
import { loadPhrases } from '../../../../../i18n/index.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'

export const CapitalPart = lazyComponent(async () => {
  const [{ CapitalContent }] = await Promise.all([import('./capital-content.tsx'), loadPhrases(['house-capital'])])
  return CapitalContent
})
