import { Icon } from './icon.tsx'

const paths: Record<string, string> = {
  LinkedIn: 'M5 9v10M5 5v.01M10 19v-6a4 4 0 0 1 8 0v6M10 9v10',
  Instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 7v.01',
  WhatsApp: 'M4 20l1.2-3.7A8 8 0 1 1 8 18.9zM9.5 9c0 3 2 5.5 5.5 5.5',
  X: 'M4 4l16 16M20 4L4 20',
  YouTube:
    'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM10.5 9.5v5l4-2.5z',
}

/** A plain line drawing for a network; one that it does not know gets a dot. */
export const SocialIcon = ({ name }: { name: string }) => (
  <Icon of={[['path', { d: paths[name] ?? 'M12 12v.01' }]]} className="size-5" />
)
