/** Name of a document as a download link: fetched on use, since signed links expire after a minute. */
import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../../../api/error-text.ts'
import { toast } from '../../../../../ui/toast.ts'
import { saveDocument } from './download-documents.ts'

interface DocumentLinkProps {
  name: string
  /** Null when the document no longer exists. */
  freshUrl: () => Promise<string | null>
}

export function DocumentLink({ name, freshUrl }: DocumentLinkProps) {
  const saving = useMutation({
    mutationFn: async () => {
      const url = await freshUrl()
      if (url) await saveDocument(url, name)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Anchor component="button" type="button" underline="always" ta="start" disabled={saving.isPending} onClick={() => saving.mutate()}>
      {name}
    </Anchor>
  )
}
