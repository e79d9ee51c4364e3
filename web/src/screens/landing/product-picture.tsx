/** A photograph of a running screen, made by scripts/product-pictures.ts, in the colour scheme of the page. */
import { useComputedColorScheme } from '@mantine/core'
import { PHONE_ONLY, PICTURES, type PictureName } from './pictures.ts'
import classes from './product-picture.module.css'

interface ProductPictureProps {
  name: PictureName
  alt: string
  className?: string
  /** Seen without scrolling: fetched before anything else. */
  isFirst?: boolean
}

export function ProductPicture({ name, alt, className = '', isFirst = false }: ProductPictureProps) {
  // Read at once: the wrong picture would be fetched for nothing.
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { width, height, phone, ...sources } = PICTURES[name]
  return (
    <picture className={`${classes.picture} ${className}`}>
      {phone && <source media={PHONE_ONLY} srcSet={phone[scheme]} width={phone.width} height={phone.height} />}
      <img
        src={sources[scheme]}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}
