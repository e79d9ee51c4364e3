/** Design system page with every component, for developers and reviewers. Only the demo profile shows it. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DEMO_PROFILE, infoQuery } from '../../../api/management.ts'
import { NotFound } from '../../../parts/not-found.tsx'
import { ColorSchemeSwitch } from '../../../ui/color-scheme-switch.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { Colors } from './colors.tsx'
import classes from './dev-ui.module.css'
import { Dialogs } from './dialogs.tsx'
import { Figures } from './figures.tsx'
import { Files } from './files.tsx'
import { FormSample } from './form-sample.tsx'
import { Gauges } from './gauges.tsx'
import { Levels } from './levels.tsx'
import { Qr } from './qr.tsx'
import { States } from './states.tsx'
import { TableSample } from './table-sample.tsx'
import { TypeScale } from './type-scale.tsx'

export default function DevUiScreen() {
  const { t } = useTranslation('dev-ui')
  const { data: info } = useQuery(infoQuery)
  if (!info) return <BlockSkeleton height={400} />
  if (!info.activeProfiles.includes(DEMO_PROFILE)) return <NotFound />
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} actions={<ColorSchemeSwitch />} />
      <div className={classes.sections}>
        <TableSample />
        <Colors />
        <TypeScale />
        <Figures />
        <Gauges />
        <Levels />
        <FormSample />
        <Files />
        <States />
        <Dialogs />
        <Qr />
      </div>
    </div>
  )
}
