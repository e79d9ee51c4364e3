/**
 * Message form of a conversation, with pictures and PDFs. The typed text stays after a refusal, and a second attempt is the same message.
 */
import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MESSAGE_FILES, MESSAGE_LENGTH } from '@tunjo/contract/conversations'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WrittenMessage } from '../../api/conversations.ts'
import { JPG, PDF, PNG } from '../../ui/file-drop/file-check.ts'
import { toast } from '../../ui/toast.ts'
import { ChooseFiles, keyOf } from '../choose-files.tsx'
import { FormFailure } from '../form-failure.tsx'
import { useRequestIds } from '../request-ids.ts'

const KINDS = [JPG, PNG, PDF]

interface ComposeProps {
  label: string
  hint: string
  send: (message: WrittenMessage) => Promise<void>
  /** Warning that must be read and ticked before sending. */
  warning?: { readonly label: string; readonly content: ReactNode } | null
}

export function Compose({ label, hint, send, warning = null }: ComposeProps) {
  const { t } = useTranslation('conversations')
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [isWarned, setWarned] = useState(false)
  const messageIds = useRequestIds()
  const sending = useMutation({
    mutationFn: () => send({ messageId: messageIds.of(JSON.stringify([text, files.map(keyOf)])), text, files }),
    onSuccess: () => {
      messageIds.clear()
      toast.success(t('sent'))
      setText('')
      setFiles([])
      setWarned(false)
    },
  })
  const isShort = [...text.trim()].length < MESSAGE_LENGTH.minimum
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {warning?.content}
        <Textarea
          label={label}
          description={hint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={MESSAGE_LENGTH.maximum}
          autosize
          minRows={3}
          maxRows={10}
          required
        />
        <ChooseFiles phrases="conversations" kinds={KINDS} files={files} maximum={MESSAGE_FILES} onChange={setFiles} />
        {warning && (
          <Checkbox label={warning.label} checked={isWarned} onChange={({ currentTarget }) => setWarned(currentTarget.checked)} required />
        )}
        <FormFailure failure={sending.error} />
        <Group>
          <Button type="submit" disabled={isShort || (warning !== null && !isWarned)} loading={sending.isPending}>
            {t('send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
