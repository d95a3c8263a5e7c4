import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { LatticeStar } from '#app/ui/lattice-star.tsx'
import type { useRotation } from './use-rotation.ts'

type Controls = {
  /** Of what the slides show, in their order. */
  names: string[]
  rotation: ReturnType<typeof useRotation>
  className: string
}

export function CarouselControls({ names, rotation, className }: Controls) {
  const { index, paused, canRotate, togglePaused, previous, next, show } = rotation
  return (
    <div className={`flex flex-wrap items-center gap-x-2 gap-y-2 ${className}`}>
      {canRotate ? (
        <RoundButton label={paused ? 'Start rotation' : 'Pause rotation'} onClick={togglePaused}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </RoundButton>
      ) : null}
      <RoundButton label="Previous testimonial" onClick={previous}>
        <ChevronLeft aria-hidden />
      </RoundButton>
      <RoundButton label="Next testimonial" onClick={next}>
        <ChevronRight aria-hidden />
      </RoundButton>
      <div role="group" aria-label="Choose a testimonial" className="flex">
        {names.map((name, position) => (
          <button
            key={name}
            type="button"
            aria-label={`Show testimonial ${position + 1} of ${names.length}, by ${name}`}
            aria-current={position === index}
            aria-controls="testimonial-slides"
            onClick={() => show(position)}
            className="aria-[current=true]:text-marigold text-control hover:text-paper grid size-11 place-items-center rounded-full"
          >
            <LatticeStar className="size-4" />
          </button>
        ))}
      </div>
    </div>
  )
}

type RoundButtonProps = { label: string; onClick: () => void; children: ReactNode }

function RoundButton({ label, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-controls="testimonial-slides"
      onClick={onClick}
      className="border-control hover:border-paper grid size-11 place-items-center rounded-full border"
    >
      {children}
    </button>
  )
}
