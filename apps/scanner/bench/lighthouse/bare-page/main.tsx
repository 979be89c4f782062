import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <BrowserRouter>
    <main>
      <h1>React and the router alone</h1>
      <Routes>
        <Route path="/" element={<Link to="/other">Another view</Link>} />
        <Route path="*" element={<Link to="/">The first view</Link>} />
      </Routes>
    </main>
  </BrowserRouter>,
);
