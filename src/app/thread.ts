// The functions that worker threads run. Each export is called by its name.

export { answerDemo } from '../conversations/models/demo/demo.thread.ts'
export { hashBody, outlineBody, validateBody } from '../http/input/large-body.thread.ts'
export {
  checkLogo,
  drawImage,
  drawPiece,
  drawSheet,
  previewImage,
  previewPiece,
} from '../images/drawing.thread.ts'
