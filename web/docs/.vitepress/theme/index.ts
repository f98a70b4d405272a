// Without the web font of the theme: 60 KB for letters that every system has.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
