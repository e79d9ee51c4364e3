/** Editor of a draft report: facts, urgency, period, evidence and others. Saves over the version that was read. */
import { Alert, Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ROS_NARRATIVE_LENGTH, ROS_URGENCIES, type Ros, type RosDraft } from '@tunjo/contract/regulatory-ros'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../../../api/error-text.ts'
import { rosKey, rosQuery, saveRos } from '../../../../../api/regulatory-ros.ts'
import { FormFailure } from '../../../../../parts/form-failure.tsx'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { Card } from '../../../../../ui/card.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { EvidencePicker } from './evidence-picker.tsx'
import { InvolvedFields } from './involved-fields.tsx'

interface RosEditorProps {
  ros: Ros
  content: NonNullable<Ros['content']>
  onReload: () => void
}

export function RosEditor({ ros: { id, version }, content: { evidence, ...saved }, onReload }: RosEditorProps) {
  const { t } = useTranslation('regulatory')
  const queries = useQueryClient()
  const [draft, setDraft] = useState<RosDraft>(saved)
  const change = (part: Partial<RosDraft>) => setDraft((before) => ({ ...before, ...part }))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const saving = useMutation({
    mutationFn: () => saveRos(id, version, { ...draft, involved: draft.involved.filter(({ name }) => name.trim() !== '') }),
    onSuccess(answer) {
      toast.success(t('ros.saved'))
      queries.setQueryData(rosQuery(id).queryKey, answer)
      void queries.invalidateQueries({ queryKey: [...rosKey, 'list'] })
    },
  })
  const isConflict = hasCode(saving.error, 'regulatory.ros_changed')
  return (
    <>
      <Card title={t('ros.narrative')}>
        <Stack>
          <Textarea
            label={t('ros.narrative')}
            description={t('ros.narrativeHint', { minimum: ROS_NARRATIVE_LENGTH.minimum })}
            autosize
            minRows={6}
            maxRows={24}
            maxLength={ROS_NARRATIVE_LENGTH.maximum}
            value={draft.narrative}
            onChange={({ currentTarget }) => change({ narrative: currentTarget.value })}
          />
          <NativeSelect
            label={t('ros.urgency')}
            data={ROS_URGENCIES.map((value) => ({ value, label: t(`ros.urgencies.${value}`) }))}
            value={draft.urgency}
            onChange={({ currentTarget }) => change({ urgency: ROS_URGENCIES.find((one) => one === currentTarget.value) ?? 'normal' })}
          />
        </Stack>
      </Card>
      <Card title={t('ros.evidence')}>
        <Stack>
          <p className={classes.note}>{t('ros.evidenceHint')}</p>
          <PeriodFields period={draft.period} onChange={(period) => change({ period })} />
          <EvidencePicker id={id} draft={draft} onChange={change} />
        </Stack>
      </Card>
      <Card title={t('ros.involved')}>
        <InvolvedFields involved={draft.involved} onChange={(involved) => change({ involved })} />
      </Card>
      {isConflict ? (
        <Alert color="red" role="alert">
          <Stack gap="xs" align="flex-start">
            {t('ros.conflict')}
            <Button variant="default" size="xs" onClick={onReload}>
              {t('ros.reload')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        <FormFailure failure={saving.error} />
      )}
      <div className={classes.row}>
        <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={!isChanged}>
          {t('ros.save')}
        </Button>
        {isChanged && (
          <p className={classes.note} role="status">
            {t('ros.unsaved')}
          </p>
        )}
      </div>
    </>
  )
}

interface PeriodFieldsProps {
  period: RosDraft['period']
  onChange: (period: RosDraft['period']) => void
}

/** Both days or none: a single day is a period of one day. */
function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation('regulatory')
  const today = bogotaDay(new Date())
  const day = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={t(`ros.${name}`)}
      max={today}
      value={period?.[name] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : { from: value, to: value, ...period, [name]: value })}
    />
  )
  return (
    <div className={classes.row}>
      {day('from')}
      {day('to')}
    </div>
  )
}
