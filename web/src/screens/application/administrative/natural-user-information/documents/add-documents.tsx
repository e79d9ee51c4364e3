/** 'Subir archivos': several PDFs together, and the server's answer for each. */
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FILES_AT_ONCE, type Folder } from '@tunjo/contract/compliance-files'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addCaseFiles } from '../../../../../api/compliance-files.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { toast } from '../../../../../ui/toast.ts'

interface AddDocumentsProps {
  userId: string
  folder: Folder
  reviewId?: string | null
  label: string
  isDisabled?: boolean
}

export function AddDocuments({ userId, folder, reviewId = null, label, isDisabled = false }: AddDocumentsProps) {
  const { t } = useTranslation('documents')
  const input = useRef<HTMLInputElement>(null)
  const adding = useMutation({
    mutationFn: (files: readonly File[]) => addCaseFiles(userId, folder, reviewId, files),
    onSuccess: ({ added }) => toast.success(t('added', { count: added })),
  })
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const files = [...(event.currentTarget.files ?? [])]
    // The same file may be chosen again.
    event.currentTarget.value = ''
    if (files.length > FILES_AT_ONCE) toast.error(t('tooMany', { count: FILES_AT_ONCE }))
    else if (files.length > 0) adding.mutate(files)
  }
  return (
    <>
      <input ref={input} type="file" accept=".pdf,application/pdf" multiple hidden aria-label={label} onChange={choose} />
      <Button variant="default" disabled={isDisabled} loading={adding.isPending} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {adding.isError && (
        <Alert color="red" role="alert">
          {errorText(adding.error)}
        </Alert>
      )}
    </>
  )
}
