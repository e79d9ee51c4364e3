/** Form over a schema: errors next to the fields, a persistent draft, focus on the first error. */
import { Button, Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { FormFailure } from '../../../parts/form-failure.tsx'
import { Card } from '../../../ui/card.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './dev-ui.module.css'

const LevelChange = z.object({
  name: z.string().trim().min(3).max(80),
  email: z.email(),
  level: z.enum(['2', '3']),
  reason: z.string().trim().min(10).max(500),
  accepted: z.literal(true),
})
const EMPTY = { name: '', email: '', level: '', reason: '', accepted: false }
const SEND_MS = 400

export function FormSample() {
  const { t } = useTranslation('dev-ui')
  const form = useZodForm({
    schema: LevelChange,
    initial: EMPTY,
    draft: 'dev-ui',
    submit: async () => {
      await new Promise((resolve) => setTimeout(resolve, SEND_MS))
      toast.success(t('form.sent'))
      form.reset()
    },
  })
  return (
    <Card title={t('form.title')}>
      <form {...form.props} className={classes.form}>
        <TextInput label={t('form.name')} autoComplete="off" {...form.text('name')} />
        <TextInput label={t('form.email')} type="email" autoComplete="off" {...form.text('email')} />
        <NativeSelect label={t('form.level')} data={['', '2', '3']} size="md" {...form.text('level')} />
        <Textarea label={t('form.reason')} description={t('form.reasonHint')} size="md" rows={3} {...form.text('reason')} />
        <Checkbox label={t('form.accept')} {...form.tick('accepted')} />
        <FormFailure failure={form.failure} />
        <Group>
          <Button type="submit" loading={form.isSubmitting}>
            {t('form.submit')}
          </Button>
          <Button variant="default" onClick={form.reset}>
            {t('form.reset')}
          </Button>
        </Group>
      </form>
    </Card>
  )
}
