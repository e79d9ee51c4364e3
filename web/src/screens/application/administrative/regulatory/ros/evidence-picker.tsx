/** Selection of alerts and movements of the period. A selected item that is no longer in the period is dropped with the next tick. */
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RosDraft } from '@tunjo/contract/regulatory-ros'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { rosEvidenceQuery } from '../../../../../api/regulatory-ros.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { EpisodeText, MovementText } from './evidence-texts.tsx'

interface EvidencePickerProps {
  id: string
  draft: RosDraft
  onChange: (part: Partial<RosDraft>) => void
}

export function EvidencePicker({ id, draft: { period, episodes, movements }, onChange }: EvidencePickerProps) {
  const { t } = useTranslation('regulatory')
  const offered = useQuery({ ...rosEvidenceQuery(id, period ?? { from: '', to: '' }), enabled: period !== null, retry: false })
  if (!period) return <p className={classes.note}>{t('ros.noPeriod')}</p>
  if (offered.isPending) return <RowsSkeleton rows={4} />
  if (offered.isError) return <ErrorState message={errorText(offered.error)} onRetry={() => void offered.refetch()} />
  const { data } = offered
  return (
    <>
      {data.isShortened && <p role="status">{t('ros.shortened')}</p>}
      <Choices
        title={t('ros.episodes')}
        none={t('ros.noEpisodes')}
        chosen={episodes}
        onChange={(chosen) => onChange({ episodes: chosen })}
        offered={data.episodes.map((episode) => ({ id: episode.id, text: <EpisodeText episode={episode} /> }))}
      />
      <Choices
        title={t('ros.movements')}
        none={t('ros.noMovements')}
        chosen={movements}
        onChange={(chosen) => onChange({ movements: chosen })}
        offered={data.movements.map((movement) => ({ id: movement.id, text: <MovementText movement={movement} /> }))}
      />
    </>
  )
}

interface ChoicesProps {
  title: string
  none: string
  offered: readonly { id: string; text: ReactNode }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ title, none, offered, chosen, onChange }: ChoicesProps) {
  const { t } = useTranslation('regulatory')
  const here = offered.map(({ id }) => id).filter((id) => chosen.includes(id))
  const isWhole = here.length === offered.length
  return (
    <fieldset className={classes.choices}>
      <legend>
        {title} · {t('ros.chosen', { count: here.length })}
      </legend>
      {offered.length === 0 && <p className={classes.note}>{none}</p>}
      {offered.length > 1 && (
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.all}
          onClick={() => onChange(isWhole ? [] : offered.map(({ id }) => id))}
        >
          {isWhole ? t('ros.none') : t('ros.all')}
        </Button>
      )}
      <ul className={classes.list}>
        {offered.map(({ id, text }) => (
          <li key={id}>
            <Checkbox
              label={text}
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...here, id] : here.filter((one) => one !== id))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
