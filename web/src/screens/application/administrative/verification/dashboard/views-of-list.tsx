/** Saved views of one of the two lists; loaded after the list. */

import type { ComponentProps } from 'react'
import { loadPhrases } from '../../../../../i18n/index.ts'
import type { SavedViewsBar } from '../../../../../parts/saved-views/saved-views-bar.tsx'
import classes from '../../../../../parts/verification-dashboard/verification.module.css'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'

const Bar = lazyComponent(async () => {
  const [{ SavedViewsBar: Content }] = await Promise.all([
    import('../../../../../parts/saved-views/saved-views-bar.tsx'),
    loadPhrases(['saved-views']),
  ])
  return Content
})

export const ViewsOfList = (props: ComponentProps<typeof SavedViewsBar>) => (
  <div className={classes.views}>
    <Bar {...props} />
  </div>
)
