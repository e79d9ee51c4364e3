/** 'Capital de la casa'; code and phrases are loaded after the page. */
import { loadPhrases } from '../../../../../i18n/index.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'

export const CapitalPart = lazyComponent(async () => {
  const [{ CapitalContent }] = await Promise.all([import('./capital-content.tsx'), loadPhrases(['company-capital'])])
  return CapitalContent
})
