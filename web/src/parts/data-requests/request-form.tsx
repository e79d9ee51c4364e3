/** Text and files of a personal data request. The typed text stays after a refusal. */
import { Button, Stack, Textarea } from '@mantine/core'
import { DATA_REQUEST_FILES, DATA_REQUEST_TEXT } from '@tunjo/contract/data-requests'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JPG, PDF, PNG } from '../../ui/file-drop/file-check.ts'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { ChooseFiles } from '../choose-files.tsx'
import { FormFailure } from '../form-failure.tsx'

const KINDS = [JPG, PNG, PDF]

export interface WrittenRequest {
  readonly text: string
  readonly files: readonly File[]
}
interface RequestFormProps {
  label: string
  hint?: string
  action: string
  isBusy: boolean
  failure: unknown
  /** Null where files are not accepted. */
  takesFiles?: boolean
  /** Initial text. */
  prepared?: { readonly label: string; readonly text: string } | null
  children?: ReactNode
  onSend: (written: WrittenRequest) => void
  onCancel: () => void
}

export function RequestForm({ label, hint, action, isBusy, failure, takesFiles = true, prepared = null, ...rest }: RequestFormProps) {
  const { children, onSend, onCancel } = rest
  const { t } = useTranslation('data-requests')
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const isShort = [...text.trim()].length < DATA_REQUEST_TEXT.minimum
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && !isShort) onSend({ text, files })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {children}
        {prepared && (
          <div>
            <Button variant="default" size="sm" onClick={() => setText(prepared.text)}>
              {prepared.label}
            </Button>
          </div>
        )}
        <Textarea
          label={label}
          description={hint}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={DATA_REQUEST_TEXT.maximum}
          autosize
          minRows={4}
          maxRows={12}
          required
        />
        {takesFiles && <ChooseFiles phrases="data-requests" kinds={KINDS} files={files} maximum={DATA_REQUEST_FILES} onChange={setFiles} />}
        <FormFailure failure={failure} />
        <ModalActions>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={isShort} loading={isBusy}>
            {action}
          </Button>
        </ModalActions>
      </Stack>
    </form>
  )
}
