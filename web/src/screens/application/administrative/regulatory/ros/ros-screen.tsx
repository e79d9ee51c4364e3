/**
 * /application/administrative/regulatory/ros/:id: one suspicious transaction report (ADM-18), from its draft to the number received from
 * SIREL.
 */
import { Alert, Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isRosEditable, type Ros } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { rosQuery } from '../../../../../api/regulatory-ros.ts'
import { personPage } from '../../../../../parts/person-page.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { dayText, REGULATORY_PATH, ROS_KIND } from '../../../../../parts/regulatory/ros-kinds.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import { usePathParam } from '../../../../../ui/use-path-param.ts'
import { RosActions } from './ros-actions.tsx'
import { RosContent } from './ros-content.tsx'
import { RosEditor } from './ros-editor.tsx'
import { Undoings, WaitingUndoing } from './undoings.tsx'

export default function RosScreen() {
  const { t } = useTranslation('regulatory')
  const id = usePathParam('id')
  const ros = useQuery(rosQuery(id))
  return (
    <>
      <Anchor renderRoot={(props) => <Link to={REGULATORY_PATH} {...props} />} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden /> {t('ros.back')}
      </Anchor>
      {ros.isPending && <RowsSkeleton rows={8} />}
      {ros.isLoadingError && (
        <>
          <h1>{t('ros.missing')}</h1>
          <ErrorState message={errorText(ros.error)} onRetry={() => void ros.refetch()} />
        </>
      )}
      {ros.data && <Report ros={ros.data} onReload={() => void ros.refetch()} />}
    </>
  )
}

function Report({ ros, onReload }: { ros: Ros; onReload: () => void }) {
  const { t } = useTranslation('regulatory')
  const mayManage = useAccount()?.permissions.includes('regulatory.manage') ?? false
  const { state, person, content } = ros
  const isEdited = mayManage && isRosEditable(state)
  return (
    <>
      <PageHeader
        title={t('ros.of', { name: person.name ?? person.email })}
        text={t(`ros.next.${state}`)}
        actions={<RosActions ros={ros} mayManage={mayManage} />}
      />
      <div className={classes.cards}>
        <Facts ros={ros} />
        <WaitingUndoing ros={ros} />
        {content === null && (
          <Alert color="amber" role="note">
            {t('ros.unreadable')}
          </Alert>
        )}
        {content && isEdited && <RosEditor key={ros.version} ros={ros} content={content} onReload={onReload} />}
        {content && !isEdited && <RosContent content={content} />}
        <History ros={ros} />
        {ros.undoing.length > 0 && <Undoings ros={ros} />}
      </div>
    </>
  )
}

function Facts({ ros: { state, person, document, version, filed } }: { ros: Ros }) {
  const { t } = useTranslation('regulatory')
  return (
    <Card title={t('ros.facts')}>
      <Summary
        label={t('ros.facts')}
        lines={[
          { name: t('ros.state'), value: <StatusBadge kind={ROS_KIND[state]}>{t(`ros.states.${state}`)}</StatusBadge> },
          { name: t('ros.person'), value: person.name ?? person.email },
          { name: t('ros.document'), value: document ?? t('ros.noDocument') },
          { name: t('ros.version'), value: String(version) },
          ...(filed ? [{ name: t('ros.filed'), value: `${filed.number} · ${dayText(filed.on)}`, strong: true }] : []),
        ]}
      />
      <p className={classes.links}>
        <Anchor component={Link} to={personPage(person.id)} size="sm">
          {t('ros.openPerson')}
        </Anchor>
        {state === 'proposed' && (
          <>
            {' · '}
            <Anchor component={Link} to="/application/administrative/approvals" size="sm">
              {t('ros.approvals')}
            </Anchor>
          </>
        )}
      </p>
    </Card>
  )
}

function History({ ros: { history } }: { ros: Ros }) {
  const { t } = useTranslation('regulatory')
  return (
    <Card title={t('ros.history')}>
      <ol className={classes.list}>
        {history.map(({ state, at, by, note }) => (
          <li key={`${state} ${at}`}>
            <StatusBadge kind={ROS_KIND[state]}>{t(`ros.states.${state}`)}</StatusBadge> <DateTime value={new Date(at)} /> ·{' '}
            {by ?? t('ros.bySystem')}
            {note && <p className={classes.text}>{note}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
