/** Saved views over one of the two lists; their code comes after the list, which does not wait for it. */

import type { ComponentProps } from 'react'
import { loadPhrases } from '../../../../i18n/index.ts'
import type { SavedViewsBar } from '../../../../parts/saved-views/saved-views-bar.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import classes from './verification.module.css'

const Bar = lazyComponent(async () => {
  const [{ SavedViewsBar: Content }] = await Promise.all([
    import('../../../../parts/saved-views/saved-views-bar.tsx'),
    loadPhrases(['saved-views']),
  ])
  return Content
})

export const ViewsOfList = (props: ComponentProps<typeof SavedViewsBar>) => (
  <div className={classes.views}>
    <Bar {...props} />
  </div>
)
