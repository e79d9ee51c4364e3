/** Officer's reading of a proof of residence, compared with the declared data (ADM-07, alert 19). */
import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { PersonReview } from '@tunjo/contract/compliance-review'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readProof, refreshPerson } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { serverNowMs } from '../../../../../api/server-clock.ts'
import { Card } from '../../../../../ui/card.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { isPlaceMissing, type Place, placeBody, placeOf } from './proof-place.ts'
import { ProofPlace } from './proof-place.tsx'
import classes from './review.module.css'

type Residence = NonNullable<PersonReview['residence']>
interface ProofCardProps {
  userId: string
  review: PersonReview
  mayRead: boolean
}

export function ProofCard({ userId, review: { items, residence, proof }, mayRead }: ProofCardProps) {
  const item = items.find(({ slot }) => slot === 'proofResidence')
  if (!item || !residence || !mayRead) return null
  // A resubmitted proof starts with an empty form.
  return <Reading key={item.id} userId={userId} itemId={item.id} residence={residence} proof={proof?.itemId === item.id ? proof : null} />
}

interface ReadingProps extends Pick<PersonReview, 'proof'> {
  userId: string
  itemId: string
  residence: Residence
}

function useReading({ userId, itemId, residence, proof }: ReadingProps) {
  const { t } = useTranslation('review')
  const [lines, setLines] = useState({
    holderName: proof?.holderName ?? '',
    address: proof?.address ?? '',
    issuedOn: proof?.issuedOn ?? '',
    relation: proof?.relation ?? '',
  })
  const [place, setPlace] = useState<Place>(placeOf(proof, residence))
  const [isProblemShown, setProblemShown] = useState(false)
  const isOther = lines.holderName !== '' && lines.holderName !== residence.fullName
  const saving = useMutation({
    mutationFn: () => readProof({ itemId, ...lines, relation: isOther ? lines.relation : '', ...placeBody(place, residence) }),
    async onSuccess() {
      await refreshPerson(userId)
      toast.success(t('proof.saved'))
    },
  })
  const isMissing = [lines.holderName, lines.address, lines.issuedOn].some((line) => line.trim() === '') || isPlaceMissing(place)
  function submit(event: FormEvent): void {
    event.preventDefault()
    setProblemShown(true)
    if (!isMissing && !saving.isPending) saving.mutate()
  }
  const put = (name: keyof typeof lines, value: string) => setLines({ ...lines, [name]: value })
  const field = (name: keyof typeof lines) => ({
    label: t(`proof.${name}`),
    value: lines[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => put(name, value),
    error: isProblemShown && name !== 'relation' && lines[name].trim() === '' ? t('proof.missing') : undefined,
  })
  return { lines, isOther, put, place, setPlace, isProblemShown, saving, submit, field }
}

function Reading(props: ReadingProps) {
  const { residence, proof } = props
  const { t } = useTranslation('review')
  const { lines, isOther, put, place, setPlace, isProblemShown, saving, submit, field } = useReading(props)
  const same = (name: 'holderName' | 'address', declared: string) => (
    <Checkbox
      size="xs"
      label={t('proof.same')}
      aria-label={t('proof.sameOf', { field: t(`proof.${name}`) })}
      checked={lines[name] === declared}
      onChange={({ currentTarget: { checked } }) => put(name, checked ? declared : '')}
    />
  )
  return (
    <Card title={t('proof.title')}>
      <form onSubmit={submit} aria-label={t('proof.title')} noValidate>
        <Stack gap="xs">
          <p className={classes.small}>{proof ? t('proof.again', { officer: proof.officer }) : t('proof.text')}</p>
          <TextInput {...field('holderName')} maxLength={120} required />
          {same('holderName', residence.fullName)}
          <TextInput {...field('address')} maxLength={200} required />
          {same('address', residence.homeAddress)}
          <ProofPlace place={place} declared={residence.city} isProblemShown={isProblemShown} onChange={setPlace} />
          <TextInput type="date" {...field('issuedOn')} max={bogotaDay(new Date(serverNowMs()))} required />
          {isOther && <TextInput description={t('proof.relationHint')} {...field('relation')} maxLength={200} />}
          {saving.isError && (
            <Alert color="red" role="alert">
              {errorText(saving.error)}
            </Alert>
          )}
          <Button type="submit" variant="default" loading={saving.isPending}>
            {t('proof.save')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
