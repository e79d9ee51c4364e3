/** Message form of an appeal. The typed text stays after a refusal, and a second attempt is the same message. */
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MESSAGE_LENGTH } from '@tunjo/contract/conversations'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendAppeal } from '../../../api/appeals.ts'
import { FormFailure } from '../../../parts/form-failure.tsx'
import { useRequestIds } from '../../../parts/request-ids.ts'
import { Card } from '../../../ui/card.tsx'

export function AppealForm({ token }: { token: string }) {
  const { t } = useTranslation('appeal')
  const [text, setText] = useState('')
  const messageIds = useRequestIds()
  const sending = useMutation({
    mutationFn: () => sendAppeal(token, { messageId: messageIds.of(text), text }),
    onSuccess: () => {
      messageIds.clear()
      setText('')
    },
  })
  const isShort = [...text.trim()].length < MESSAGE_LENGTH.minimum
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isShort && !sending.isPending) sending.mutate()
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Textarea
            label={t('thread.message')}
            description={t('thread.hint')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={MESSAGE_LENGTH.maximum}
            autosize
            minRows={4}
            maxRows={14}
            required
          />
          <FormFailure failure={sending.error} />
          {sending.isSuccess && text === '' && <p role="status">{t('thread.sent')}</p>}
          <Group>
            <Button type="submit" disabled={isShort} loading={sending.isPending}>
              {t('thread.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
