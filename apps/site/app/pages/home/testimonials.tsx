import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ComponentProps } from 'react'
import { Avatar } from '@naic/ui/avatar.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { fill } from '@naic/content/fill.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import testimonials from '@naic/content/testimonials.json' with { type: 'json' }

const words = home.testimonials
const slideId = (position: number) => `testimonial-${position + 1}`

/** After the WAI-ARIA practices. Until `carousel.island.ts` has come, dots are links, and all there is to read is there. */
export const Testimonials = () => (
  <section
    aria-roledescription={words.kind}
    aria-labelledby="testimonials"
    className="bg-ink text-paper jali"
  >
    <div className="bg-ink/70">
      <div className="wrap grid gap-x-16 gap-y-3 py-7 md:py-14 lg:grid-cols-[20rem_1fr] lg:grid-rows-[auto_1fr]">
        <h2 id="testimonials" className="text-title">
          {words.title}
        </h2>
        <Controls />
        <div
          role="group"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard moves it along
          tabIndex={0}
          id="testimonial-slides"
          aria-label={words.slides}
          aria-live="polite"
          className="grid gap-10 slides:auto-cols-[100%] slides:grid-flow-col slides:gap-0 slides:overflow-x-auto slides:[scroll-snap-type:x_mandatory] slides:[scrollbar-width:none] motion-safe:slides:scroll-smooth lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          {testimonials.map((testimonial, position) => (
            <Slide key={testimonial.name} {...testimonial} position={position} />
          ))}
        </div>
      </div>
    </div>
  </section>
)

/** The same for every testimonial, so it is not in the data. */
const rating = '5.0'

/** Drawn, since not every font has a star. */
const fiveStars = [12, 36, 60, 84, 108]
  .map((x) => `M${x} 2l3 7 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z`)
  .join('')

type Slide = (typeof testimonials)[number] & { position: number }

const Slide = ({ name, role, college, content, position }: Slide) => (
  <div
    id={slideId(position)}
    role="group"
    aria-roledescription={words.slide}
    aria-label={fill(words.place, { number: position + 1, count: testimonials.length })}
    className="slides:snap-start relative scroll-mt-[25svh]"
  >
    <figure className="flex h-full flex-col gap-3">
      <p className="flex items-center gap-2">
        <span className="font-semibold">{rating}</span>
        <span className="sr-only">{words.rating}</span>
        <svg viewBox="0 0 120 24" aria-hidden="true" className="fill-marigold h-5">
          <path d={fiveStars} />
        </svg>
      </p>
      <blockquote className="font-heading text-xl leading-[1.35] font-[640] md:text-heading">
        <p>“{content}”</p>
      </blockquote>
      <figcaption className="mt-auto flex items-center gap-3">
        <Avatar name={name} />
        <span>
          <span className="block font-semibold">{name}</span>
          <span className="text-ink-pale block text-sm leading-snug">
            {role}, {college}
          </span>
        </span>
      </figcaption>
    </figure>
  </div>
)

const Controls = () => (
  <div className="noscript:hidden flex flex-wrap items-center gap-2 self-end max-lg:order-last">
    <div className="invisible flex gap-2 in-data-alive:visible">
      <RoundButton aria-label={words.pause} data-other-label={words.start}>
        <Icon of={Pause} className="group-data-paused:hidden" />
        <Icon of={Play} className="hidden group-data-paused:block" />
      </RoundButton>
      <RoundButton aria-label={words.previous} data-turn="-1">
        <Icon of={ChevronLeft} />
      </RoundButton>
      <RoundButton aria-label={words.next} data-turn="1">
        <Icon of={ChevronRight} />
      </RoundButton>
    </div>
    <div role="group" aria-label={words.choose} className="flex">
      {testimonials.map(({ name }, position) => (
        <a
          key={name}
          href={`#${slideId(position)}`}
          aria-label={fill(words.show, { number: position + 1, count: testimonials.length, name })}
          aria-current={position === 0}
          aria-controls="testimonial-slides"
          className="aria-[current=true]:text-marigold text-control hover:text-paper grid size-11 place-items-center rounded-full"
        >
          <LatticeStar className="size-4" />
        </a>
      ))}
    </div>
  </div>
)

const RoundButton = (props: ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    aria-controls="testimonial-slides"
    className="group border-control hover:border-paper grid size-11 place-items-center rounded-full border"
  />
)
