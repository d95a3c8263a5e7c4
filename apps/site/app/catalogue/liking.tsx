import { Icon } from '@naic/ui/icon.tsx'
import { ChartColumn, Grid3x3, Pencil, Smartphone, TextAlignStart } from 'lucide'
import type { Like } from '@naic/content/categories.ts'
import words from '@naic/content/en/likes.json' with { type: 'json' }

const pictures = {
  drawing: Pencil,
  numbers: ChartColumn,
  phones: Smartphone,
  puzzles: Grid3x3,
  writing: TextAlignStart,
}

type Props = {
  of: Like
  /** Leaves out English. */
  inHindi?: boolean
}

/** What somebody likes doing, drawn and in both languages: what stands on its chip. */
export const Liking = ({ of: like, inHindi = false }: Props) => {
  const [picture, names] = [pictures[like], words[like]]
  return (
    <>
      <Icon of={picture} className="size-4" />
      {inHindi ? '' : `${names.name} `}
      <span lang="hi">{names.inHindi}</span>
    </>
  )
}
