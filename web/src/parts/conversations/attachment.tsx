/**
 * File of a conversation: a picture opens over the page, a PDF is saved. Its link is fetched on use, since signed ones expire after a
 * minute.
 */
import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { Modal } from '../../ui/modal.tsx'
import { saveFile } from '../../ui/server-table/save-file.ts'
import { toast } from '../../ui/toast.ts'
import classes from './conversations.module.css'

interface AttachmentProps {
  name: string
  kind: 'image' | 'pdf'
  /** Null when the file no longer exists. */
  freshUrl: () => Promise<string | null>
}

export function Attachment({ name, kind, freshUrl }: AttachmentProps) {
  const { t } = useTranslation('conversations')
  const [picture, setPicture] = useState<string | null>(null)
  const opening = useMutation({
    mutationFn: async () => {
      const url = await freshUrl()
      const answer = url === null ? null : await fetch(url)
      if (!answer?.ok) throw new Error(`a file answered ${answer?.status ?? 'nothing'}`)
      return answer.blob()
    },
    onSuccess: (content) => (kind === 'image' ? setPicture(URL.createObjectURL(content)) : saveFile(content, name)),
    onError: (error) => toast.error(errorText(error)),
  })
  useEffect(() => () => (picture === null ? undefined : URL.revokeObjectURL(picture)), [picture])
  return (
    <>
      <Anchor component="button" type="button" underline="always" ta="start" disabled={opening.isPending} onClick={() => opening.mutate()}>
        {name}
      </Anchor>
      <Modal opened={picture !== null} onClose={() => setPicture(null)} title={name} size="lg">
        {picture !== null && <img src={picture} alt={t('picture', { name })} className={classes.picture} />}
      </Modal>
    </>
  )
}
