/** Fields of an enhanced due diligence, in the order of the investigation. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import {
  DILIGENCE_CAUSES,
  DILIGENCE_CONCLUSIONS,
  DILIGENCE_LINE_MAX,
  DILIGENCE_TEXT,
  type DiligenceContent,
  type DiligenceGap,
  isPepCause,
  lastReviewDay,
} from '@tunjo/contract/due-diligence'
import { useTranslation } from 'react-i18next'
import { AmountInput, COP_UNIT } from '../../../../../ui/amount-input.tsx'
import { charactersLeft } from './diligence-facts.ts'

export interface FieldsProps {
  content: DiligenceContent
  onChange: (part: Partial<DiligenceContent>) => void
  /** Gaps that are shown. */
  gaps: readonly DiligenceGap[]
}

export function CauseFields({ content, onChange, gaps }: FieldsProps) {
  const { t } = useTranslation('due-diligence')
  const { cause, office, entity, officeUntil } = content
  const errorOf = (gap: 'cause' | 'office' | 'entity') => (gaps.includes(gap) ? t(`gaps.${gap}`) : undefined)
  return (
    <>
      <div data-gap="cause">
        <NativeSelect
          label={t('fields.cause')}
          value={cause ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ cause: DILIGENCE_CAUSES.find((one) => one === value) ?? null })}
          data={[{ value: '', label: t('choose') }, ...DILIGENCE_CAUSES.map((value) => ({ value, label: t(`causes.${value}`) }))]}
          error={errorOf('cause')}
          required
        />
      </div>
      {isPepCause(cause) && (
        <>
          {(['office', 'entity'] as const).map((name) => (
            <div key={name} data-gap={name}>
              <TextInput
                label={t(`fields.${name}`)}
                value={name === 'office' ? office : entity}
                maxLength={DILIGENCE_LINE_MAX}
                onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
                error={errorOf(name)}
                required
              />
            </div>
          ))}
          <TextInput
            type="date"
            label={t('fields.officeUntil')}
            description={t('officeUntilHint')}
            value={officeUntil ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ officeUntil: value || null })}
          />
        </>
      )}
    </>
  )
}

type TextName = 'fundsOrigin' | 'wealthOrigin' | 'reasons'

function LongText({ name, hint, content, onChange, gaps }: FieldsProps & { name: TextName; hint: string }) {
  const { t } = useTranslation('due-diligence')
  return (
    <div data-gap={name}>
      <Textarea
        label={t(`fields.${name}`)}
        description={`${hint} ${t('left', { count: charactersLeft(content[name]) })}`}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={DILIGENCE_TEXT.maximum}
        value={content[name]}
        onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
        error={gaps.includes(name) ? t('gaps.text', { minimum: DILIGENCE_TEXT.minimum }) : undefined}
        required
      />
    </div>
  )
}

interface OriginFieldsProps extends FieldsProps {
  amount: string
  onAmount: (text: string) => void
}

export function OriginFields({ amount, onAmount, ...fields }: OriginFieldsProps) {
  const { t } = useTranslation('due-diligence')
  return (
    <>
      <LongText {...fields} name="fundsOrigin" hint={t('fundsHint')} />
      <LongText {...fields} name="wealthOrigin" hint={t('wealthHint')} />
      <div data-gap="monthlyCop">
        <AmountInput
          label={t('fields.monthlyCop')}
          description={t('monthlyHint')}
          text={amount}
          onChange={onAmount}
          asset={COP_UNIT}
          error={fields.gaps.includes('monthlyCop') ? t('gaps.monthlyCop') : undefined}
        />
      </div>
    </>
  )
}

export function ConclusionFields({ today, ...fields }: FieldsProps & { today: string }) {
  const { t } = useTranslation('due-diligence')
  const { content, onChange, gaps } = fields
  return (
    <>
      <div data-gap="conclusion">
        <NativeSelect
          label={t('fields.conclusion')}
          value={content.conclusion ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ conclusion: DILIGENCE_CONCLUSIONS.find((one) => one === value) ?? null })}
          data={[{ value: '', label: t('choose') }, ...DILIGENCE_CONCLUSIONS.map((value) => ({ value, label: t(`conclusions.${value}`) }))]}
          error={gaps.includes('conclusion') ? t('gaps.conclusion') : undefined}
          required
        />
      </div>
      <LongText {...fields} name="reasons" hint={t(content.conclusion === 'conditions' ? 'conditionsHint' : 'reasonsHint')} />
      <div data-gap="nextReviewOn">
        <TextInput
          type="date"
          label={t('fields.nextReviewOn')}
          description={t('nextReviewHint')}
          min={today}
          max={lastReviewDay(today)}
          value={content.nextReviewOn ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ nextReviewOn: value || null })}
          error={gaps.includes('nextReviewOn') ? t('gaps.nextReviewOn') : undefined}
          required
        />
      </div>
    </>
  )
}
